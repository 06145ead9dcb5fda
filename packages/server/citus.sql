-- Distributes the records of Threadline by their project, on a PostgreSQL database with the extension Citus.
--
-- When: after a server has made its tables, before there are records, while no server runs.
-- How:  psql "$THREADLINE_DATABASE_URL" -v ON_ERROR_STOP=1 -1 -f citus.sql
--
-- Records of one project stand together, so that every statement of the service concerns one node. What is read before the
-- project is known (by a key, an account, a link) or belongs to none is small, and copied to every node. Jobs are read across
-- projects and change all the time, so `jobs` stays a table of the coordinator: a copied table is locked as a whole by each
-- change.

-- Row-level security reads the project from a setting of the transaction, which the nodes have to hear of.
DO $$ BEGIN
  EXECUTE format('ALTER DATABASE %I SET citus.propagate_set_commands = %L', current_database(), 'local');
END $$;

SELECT create_reference_table('projects');
SELECT create_reference_table('deleted_projects');
SELECT create_reference_table('api_keys');
SELECT create_reference_table('accounts');
SELECT create_reference_table('account_logins');
SELECT create_reference_table('second_factors');
SELECT create_reference_table('sessions');
SELECT create_reference_table('verifications');
SELECT create_reference_table('members');
SELECT create_reference_table('invitations');
SELECT create_reference_table('secrets');
SELECT create_reference_table('thread_shares');
SELECT create_reference_table('repricings');
SELECT create_reference_table('threadline_version');

SELECT create_distributed_table('users', 'project_id');
SELECT create_distributed_table('threads', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('steps', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('step_usages', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('step_payloads', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('scores', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('comments', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('attachments', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('files', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('record_tags', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('tombstones', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('rollups', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('rollup_marks', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('rollup_queue', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('search_queue', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('search_segments', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('datasets', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('dataset_items', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('past_dataset_items', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('dataset_versions', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('experiments', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('experiment_items', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('experiment_runs', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('prompt_lineages', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('prompt_versions', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('prompt_rollouts', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('prompt_variants', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('score_schemas', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('views', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('dashboards', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('model_connections', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('evaluators', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('evaluator_versions', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('alerts', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('alert_changes', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('channels', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('deliveries', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('evaluation_rules', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('evaluation_rule_days', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('review_queues', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('review_items', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('reviews', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('evaluation_arrivals', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('model_prices', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('audit_events', 'project_id', colocate_with => 'users');
SELECT create_distributed_table('project_usage', 'project_id', colocate_with => 'users');
