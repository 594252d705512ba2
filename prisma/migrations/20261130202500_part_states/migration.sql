-- Since when each part of the installation has its state. It belongs to no supplier: their role has no right on it.
CREATE TABLE "part_states" (
    "part" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "part_states_pkey" PRIMARY KEY ("part")
);
