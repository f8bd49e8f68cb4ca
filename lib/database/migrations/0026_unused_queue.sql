-- Earlier versions had a queue in this schema. The queue of another program in the same database stays.
DO $$
BEGIN
  IF to_regclass('pgboss.queue') IS NULL THEN RETURN; END IF;
  IF EXISTS (SELECT FROM pgboss.queue WHERE name = 'desk-job') THEN DROP SCHEMA pgboss CASCADE; END IF;
END $$;
