-- Since when a person has their role. Who is in an account already has had theirs since joining, as far as is known.
ALTER TABLE "memberships" ADD COLUMN "role_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
UPDATE "memberships" SET "role_since" = "created_at";

-- An invitation ends with the ownership of the person who made it.
DELETE FROM "invitations" i WHERE NOT EXISTS (
  SELECT 1 FROM "memberships" m
  WHERE m."customer_id" = i."customer_id" AND m."user_id" = i."invited_by_id" AND m."role" = 'owner'
);
