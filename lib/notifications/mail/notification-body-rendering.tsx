import { Column, Hr, Link, Row, Section, Text } from "@react-email/components";
import type { ReactElement } from "react";
import { ACTION, LINE, MailButton, MailFrame, small, text } from "@/lib/outbox/frame-rendering";

export interface MailLine {
  label: string;
  note?: string;
  figure?: string;
  href?: string;
}

/** One subject of the mail: a heading, an explanation, and its items. */
export interface MailPart {
  title: string;
  figure?: string;
  note?: string;
  lines: MailLine[];
  /** Text about the items that are not listed. */
  more?: string;
  link?: { href: string; label: string };
}

export interface NotificationMailProps {
  lang: string;
  preview: string;
  heading: string;
  subheading: string;
  parts: MailPart[];
  button: { href: string; label: string };
  linkHint: string;
  /** Why the person gets this mail, and how to turn it off. */
  why: string;
  leave: { href: string; label: string };
}

const link = { color: ACTION, textDecoration: "underline" };
const bold = { ...text, fontWeight: 600, margin: "0 0 2px" };
const figure = { ...text, margin: 0, textAlign: "right" as const, whiteSpace: "nowrap" as const };

/** A mail to the supplier's own people about their money: figures first, then what to do. */
export function NotificationMail(props: NotificationMailProps): ReactElement {
  return (
    <MailFrame lang={props.lang} preview={props.preview} heading={props.heading} subheading={props.subheading}>
      {props.parts.map((part) => (
        <Part key={part.title} part={part} />
      ))}
      <MailButton href={props.button.href} label={props.button.label} hint={props.linkHint} />
      <Hr style={{ borderColor: LINE, margin: "24px 0 16px" }} />
      <Text style={small}>{props.why}</Text>
      <Text style={{ ...small, margin: 0 }}>
        <Link href={props.leave.href} style={{ color: small.color, textDecoration: "underline" }}>
          {props.leave.label}
        </Link>
      </Text>
    </MailFrame>
  );
}

function Part({ part }: { part: MailPart }): ReactElement {
  return (
    <Section style={{ margin: "0 0 20px" }}>
      <Row>
        <Column style={{ verticalAlign: "top" }}>
          <Text style={bold}>{part.title}</Text>
        </Column>
        {part.figure && (
          <Column style={{ paddingLeft: "12px", verticalAlign: "top" }}>
            <Text style={{ ...figure, fontWeight: 600 }}>{part.figure}</Text>
          </Column>
        )}
      </Row>
      {part.note && <Text style={small}>{part.note}</Text>}
      {part.lines.map((line) => (
        <Line key={`${line.href} ${line.label}`} line={line} />
      ))}
      {part.more && <Text style={{ ...small, margin: "8px 0 0" }}>{part.more}</Text>}
      {part.link && (
        <Text style={{ ...small, margin: "8px 0 0" }}>
          <Link href={part.link.href} style={link}>
            {part.link.label}
          </Link>
        </Text>
      )}
    </Section>
  );
}

function Line({ line }: { line: MailLine }): ReactElement {
  return (
    <Row style={{ borderTop: `1px solid ${LINE}` }}>
      <Column style={{ padding: "8px 0", verticalAlign: "top" }}>
        <Text style={{ ...text, margin: 0 }}>
          {line.href ? (
            <Link href={line.href} style={link}>
              {line.label}
            </Link>
          ) : (
            line.label
          )}
        </Text>
        {line.note && <Text style={{ ...small, margin: 0 }}>{line.note}</Text>}
      </Column>
      <Column style={{ padding: "8px 0 8px 12px", verticalAlign: "top" }}>
        <Text style={figure}>{line.figure ?? ""}</Text>
      </Column>
    </Row>
  );
}
