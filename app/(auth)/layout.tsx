import type { ReactNode } from "react";
import { HeroOfPage } from "@/components/login/hero-of-page";
import { LoginHero } from "@/components/login/login-hero";
import { RegisterHero } from "@/components/login/register-hero";
import { SignInFrame } from "@/components/login/sign-in-frame";

export default function SignInLayout({ children }: { children: ReactNode }) {
  return (
    <SignInFrame hero={<HeroOfPage heroes={{ register: <RegisterHero /> }} usual={<LoginHero />} />}>
      {children}
    </SignInFrame>
  );
}
