import NextAuth from "next-auth";
import { authOptions } from "@/lib/auth/next-auth";

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

// next-auth 4 reads the parameters as plain values, Next.js 16 hands them over as a promise.
async function handler(request: Request, context: Context): Promise<Response> {
  const params = await context.params;
  return (await NextAuth(authOptions())(request, { params })) as Response;
}

export { handler as GET, handler as POST };
