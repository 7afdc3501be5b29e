-- One role for each schema, so that the gateway cannot read what rights keeps, and the other way round. An administrator of
-- the database runs it, before the first start or later: psql "$ADMIN_URL" -f infra/postgres/roles.sql
-- It can run again. Then set the passwords: \password imagesearch_gateway and \password imagesearch_rights.
DO $$
DECLARE
  service text;
  owner text;
  thing record;
BEGIN
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  REVOKE ALL ON SCHEMA public FROM PUBLIC;
  FOREACH service IN ARRAY ARRAY['gateway', 'rights'] LOOP
    owner := 'imagesearch_' || service;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = owner) THEN
      EXECUTE format('CREATE ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE', owner);
    END IF;
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), owner);
    -- An administrator who is no superuser hands a schema only to a role of which it is a member.
    EXECUTE format('GRANT %I TO CURRENT_USER', owner);
    EXECUTE format('CREATE SCHEMA IF NOT EXISTS %I', service);
    EXECUTE format('ALTER SCHEMA %I OWNER TO %I', service, owner);
    EXECUTE format('REVOKE ALL ON SCHEMA %I FROM PUBLIC', service);
    -- What an installation with one role has created so far. A sequence of a column follows its table.
    FOR thing IN
      SELECT c.oid::regclass AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = service
         AND (c.relkind IN ('r', 'p', 'v', 'm')
              OR c.relkind = 'S' AND NOT EXISTS (
                SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('a', 'i')))
    LOOP
      EXECUTE format('ALTER TABLE %s OWNER TO %I', thing.name, owner);
    END LOOP;
    FOR thing IN
      SELECT p.oid::regprocedure AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
       WHERE n.nspname = service
    LOOP
      EXECUTE format('ALTER ROUTINE %s OWNER TO %I', thing.name, owner);
    END LOOP;
  END LOOP;
END
$$;
