/** The import yields the address under which the built app serves the file. */
declare module "*.woff2" {
  const address: string;
  export default address;
}
