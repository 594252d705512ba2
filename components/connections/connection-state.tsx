import { useTranslations } from "next-intl";
import { Pill, type Tone } from "@/components/ui/pill";
import type { ConnectionView } from "@/lib/connections/loaders";

type State = "none" | "connected" | "revoked" | "disconnected" | "in_review" | "not_verified";

const TONES: Record<State, Tone> = {
  none: "quiet",
  connected: "good",
  revoked: "bad",
  disconnected: "quiet",
  in_review: "wait",
  not_verified: "wait",
};

/**
 * Returns the state to show. A connected account that may not collect yet shows its verification status instead of
 * "connected".
 */
export function stateOf(connection: ConnectionView): State {
  const { status, verification } = connection;
  return status === "connected" && verification && verification !== "verified" ? verification : status;
}

export function ConnectionState({ connection }: { connection: ConnectionView }) {
  const t = useTranslations("connections.states");
  const state = stateOf(connection);
  return <Pill tone={TONES[state]}>{t(state)}</Pill>;
}
