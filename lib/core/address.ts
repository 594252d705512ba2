/** In which the middleware hands on the address of a page: neither a layout nor a loader knows the one it works for. */
export const ADDRESS_HEADER = "x-einzug-address";
