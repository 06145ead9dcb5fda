#!/bin/sh
# Run once by the image of PostgreSQL: the role of the service owns its database, and is no superuser, so that row-level
# security holds it.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$POSTGRES_PASSWORD" --username="${POSTGRES_USER:-postgres}" <<'SQL'
CREATE ROLE threadline LOGIN PASSWORD :'password' NOSUPERUSER NOBYPASSRLS;
CREATE DATABASE threadline OWNER threadline ENCODING 'UTF8' TEMPLATE template0;
SQL
