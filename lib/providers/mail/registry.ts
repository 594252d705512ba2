import { env } from "@/lib/core/env";
import type { Mailer } from "./port";
import { smtpMailer } from "./smtp/index";

let mailer: Mailer | undefined;

export function openMailer(): Mailer {
  mailer ??= smtpMailer(env().SMTP_URL);
  return mailer;
}
