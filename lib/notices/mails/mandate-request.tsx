import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Link,
  Preview,
  Section,
  Text,
} from "@react-email/components";
import type { ReactElement } from "react";

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

const INK = "#1c2830";
const MUTED = "#5a666d";
const ACTION = "#0f5c6b";
const FONT = "Inter, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif";
const text = { color: INK, fontSize: "15px", lineHeight: "23px", margin: "0 0 16px" };
const small = { color: MUTED, fontSize: "13px", lineHeight: "19px", margin: "0 0 8px" };

/** The mail a payer distrusts first: who asks, for what, what happens, and that nothing is asked for in the mail itself. */
export function MandateRequestMail(props: {
  lang: string;
  supplierName: string;
  link: string;
  texts: MandateRequestTexts;
}): ReactElement {
  const { lang, supplierName, link, texts } = props;
  return (
    <Html lang={lang}>
      <Head />
      <Preview>{texts.preview}</Preview>
      <Body style={{ backgroundColor: "#f7f6f3", fontFamily: FONT, margin: 0, padding: "32px 12px" }}>
        <Container
          style={{
            backgroundColor: "#ffffff",
            border: "1px solid #e3e1dc",
            borderRadius: "12px",
            maxWidth: "560px",
            padding: "32px",
          }}
        >
          <Heading
            as="h1"
            style={{ color: INK, fontSize: "20px", fontWeight: 600, lineHeight: "28px", margin: "0 0 24px" }}
          >
            {supplierName}
          </Heading>
          <Text style={text}>{texts.greeting}</Text>
          <Text style={text}>{texts.ask}</Text>
          {texts.invoiceLine && <Text style={{ ...text, fontWeight: 600 }}>{texts.invoiceLine}</Text>}
          <Text style={{ ...text, margin: "0 0 8px" }}>{texts.whatHappens}</Text>
          {texts.steps.map((step, i) => (
            <Text key={step} style={{ ...text, margin: "0 0 6px", paddingLeft: "8px" }}>
              {i + 1}. {step}
            </Text>
          ))}
          <Section style={{ margin: "24px 0" }}>
            <Button
              href={link}
              style={{
                backgroundColor: ACTION,
                borderRadius: "8px",
                color: "#ffffff",
                fontSize: "15px",
                fontWeight: 600,
                padding: "13px 22px",
              }}
            >
              {texts.button}
            </Button>
          </Section>
          <Text style={small}>{texts.linkHint}</Text>
          <Link href={link} style={{ color: ACTION, fontSize: "13px", wordBreak: "break-all" }}>
            {link}
          </Link>
          <Hr style={{ borderColor: "#e3e1dc", margin: "24px 0 16px" }} />
          <Text style={small}>{texts.rights}</Text>
          <Text style={small}>{texts.contact}</Text>
          <Text style={{ ...small, margin: 0 }}>{texts.sentBy}</Text>
        </Container>
      </Body>
    </Html>
  );
}
