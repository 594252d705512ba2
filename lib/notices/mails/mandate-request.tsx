import { Hr, Text } from "@react-email/components";
import type { ReactElement } from "react";
import { LINE, MailButton, MailFrame, small, text } from "./frame";

export interface MandateRequestTexts {
  preview: string;
  greeting: string;
  ask: string;
  invoiceLine: string | null;
  whatHappens: string;
  steps: string[];
  button: string;
  linkHint: string;
  rights: string;
  contact: string;
  sentBy: string;
}

/** The mail a payer distrusts first: who asks, for what, what happens, and that nothing is asked for in the mail itself. */
export function MandateRequestMail(props: {
  lang: string;
  supplierName: string;
  link: string;
  texts: MandateRequestTexts;
}): ReactElement {
  const { lang, supplierName, link, texts } = props;
  return (
    <MailFrame lang={lang} preview={texts.preview} heading={supplierName}>
      <Text style={text}>{texts.greeting}</Text>
      <Text style={text}>{texts.ask}</Text>
      {texts.invoiceLine && <Text style={{ ...text, fontWeight: 600 }}>{texts.invoiceLine}</Text>}
      <Text style={{ ...text, margin: "0 0 8px" }}>{texts.whatHappens}</Text>
      {texts.steps.map((step, i) => (
        <Text key={step} style={{ ...text, margin: "0 0 6px", paddingLeft: "8px" }}>
          {i + 1}. {step}
        </Text>
      ))}
      <MailButton href={link} label={texts.button} hint={texts.linkHint} />
      <Hr style={{ borderColor: LINE, margin: "24px 0 16px" }} />
      <Text style={small}>{texts.rights}</Text>
      <Text style={small}>{texts.contact}</Text>
      <Text style={{ ...small, margin: 0 }}>{texts.sentBy}</Text>
    </MailFrame>
  );
}
