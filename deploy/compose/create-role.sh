#!/bin/sh
# The PostgreSQL image runs this script once. It creates the role of the service, which owns its database. The role is
# not a superuser, because row-level security does not apply to superusers.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$POSTGRES_PASSWORD" --username="${POSTGRES_USER:-postgres}" <<'SQL'
CREATE ROLE threadline LOGIN PASSWORD :'password' NOSUPERUSER NOBYPASSRLS;
CREATE DATABASE threadline OWNER threadline ENCODING 'UTF8' TEMPLATE template0;
SQL
