import { Body, Button, Container, Head, Heading, Html, Link, Preview, Section, Text } from "@react-email/components";
import type { ReactElement, ReactNode } from "react";

const INK = "#1c2830";
const MUTED = "#5a666d";
export const ACTION = "#0f5c6b";
export const LINE = "#e3e1dc";
const FONT = "Inter, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif";
// An endless word would push the card beyond the edge of a phone.
const breaks = { overflowWrap: "anywhere", wordBreak: "break-word" } as const;
export const text = { color: INK, fontSize: "15px", lineHeight: "23px", margin: "0 0 16px", ...breaks };
export const small = { color: MUTED, fontSize: "13px", lineHeight: "19px", margin: "0 0 8px", ...breaks };

/** The shared layout of all mails: background, card, heading. */
export function MailFrame(props: {
  lang: string;
  preview: string;
  above?: ReactNode;
  heading: string;
  subheading?: string;
  children: ReactNode;
}): ReactElement {
  return (
    <Html lang={props.lang}>
      <Head>
        {/* Without it a phone lays the mail out 980 pixels wide, and shrinks it until nobody can read it. */}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
      </Head>
      <Preview>{props.preview}</Preview>
      <Body style={{ backgroundColor: "#f7f6f3", fontFamily: FONT, margin: 0, padding: "24px 8px" }}>
        <Container
          style={{
            backgroundColor: "#ffffff",
            border: `1px solid ${LINE}`,
            borderRadius: "12px",
            maxWidth: "560px",
            padding: "28px 24px",
          }}
        >
          {props.above}
          <Heading
            as="h1"
            style={{
              color: INK,
              fontSize: "20px",
              fontWeight: 600,
              lineHeight: "28px",
              margin: props.subheading ? "0 0 4px" : "0 0 24px",
              ...breaks,
            }}
          >
            {props.heading}
          </Heading>
          {props.subheading && <Text style={{ ...text, color: MUTED, margin: "0 0 24px" }}>{props.subheading}</Text>}
          {props.children}
        </Container>
      </Body>
    </Html>
  );
}

/** The button of the mail, with its address in full for mail programs that show no buttons. */
export function MailButton(props: { href: string; label: string; hint: string }): ReactElement {
  return (
    <>
      <Section style={{ margin: "24px 0" }}>
        <Button
          href={props.href}
          style={{
            backgroundColor: ACTION,
            borderRadius: "8px",
            color: "#ffffff",
            fontSize: "15px",
            fontWeight: 600,
            padding: "13px 22px",
          }}
        >
          {props.label}
        </Button>
      </Section>
      {/* The plain text has no button, and the address already. */}
      <div data-skip-in-text="true">
        <Text style={small}>{props.hint}</Text>
        <Link href={props.href} style={{ color: ACTION, fontSize: "13px", wordBreak: "break-all" }}>
          {props.href}
        </Link>
      </div>
    </>
  );
}
