-- Sending a line once more forgot that the books had it: a file made after a move to DATEV held it a second time (decision 041).
ALTER TABLE "bookings" ADD COLUMN     "sends_again" BOOLEAN NOT NULL DEFAULT false;
