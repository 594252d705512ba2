/** The build answers with the address under which it serves the file. */
declare module "*.woff2" {
  const address: string;
  export default address;
}
