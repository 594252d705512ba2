-- The timeline of the database when a process last looked (decision 069). Suppliers have no rights on it.
CREATE TABLE "database_timelines" (
    "id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "database_timelines_pkey" PRIMARY KEY ("id")
);
