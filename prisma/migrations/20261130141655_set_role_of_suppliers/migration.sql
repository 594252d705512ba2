-- From PostgreSQL 16 on, a user who may create roles but is no superuser is a member of the roles that it creates, but
-- may not become them. The migration of row-level security saw the membership and granted nothing.
CREATE FUNCTION "einzug_take_role"() RETURNS void LANGUAGE sql AS 'GRANT "einzug_supplier" TO CURRENT_USER';
SELECT "einzug_take_role"() WHERE CASE
  WHEN current_setting('server_version_num')::int >= 160000 THEN NOT pg_has_role('einzug_supplier', 'SET')
  ELSE false
END;
DROP FUNCTION "einzug_take_role"();
