import type { Api, Call } from "./api";
import { showPrice, showProduct } from "./catalog-shapes";
import { invalid, missing } from "./errors";
import { emit, emitChange } from "./events";
import { listOf } from "./lists";
import { count, flag, group, kept, mergedMetadata, type Params, required, text, texts } from "./params";
import type { Interval, Price, Product, Wire } from "./records";
import { newId, now, randomText, type World } from "./world";

export function catalogRoutes(api: Api): void {
  api.on("POST", "/v1/products", "ProductCreateParams", createProduct);
  api.on("GET", "/v1/products", "ProductListParams", (call) => {
    const { world, params } = call;
    const active = flag(params, "active");
    const ids = texts(params, "ids");
    const docs = world.records.products.filter(
      (one) => (active === undefined || one.active === active) && (!ids || ids.includes(one.id)),
    );
    return listOf(call, { docs, what: "product", show: (one) => showProduct(world, one) });
  });
  api.on("GET", "/v1/products/:id", "ProductRetrieveParams", ({ world, id }) =>
    showProduct(world, productOf(world, id)),
  );
  api.on("POST", "/v1/products/:id", "ProductUpdateParams", updateProduct);
  api.on("DELETE", "/v1/products/:id", "ProductDeleteParams", ({ world, id }) => {
    const product = productOf(world, id);
    if (world.records.prices.find((one) => one.product === id))
      throw invalid("This product cannot be deleted because it has one or more user-created prices.", "id");
    world.records.products.delete(id);
    emit(world, "product.deleted", showProduct(world, product));
    return { id, object: "product", deleted: true };
  });
  api.on("POST", "/v1/prices", "PriceCreateParams", createPrice);
  api.on("GET", "/v1/prices", "PriceListParams", listPrices);
  api.on("GET", "/v1/prices/:id", "PriceRetrieveParams", ({ world, id }) => showPrice(world, priceOf(world, id)));
  api.on("POST", "/v1/prices/:id", "PriceUpdateParams", updatePrice);
}

function productOf(world: World, id: string, param = "id"): Product {
  const product = world.records.products.get(id);
  if (!product) throw missing("product", id, param);
  return product;
}

export function priceOf(world: World, id: string, param = "id"): Price {
  const price = world.records.prices.get(id);
  if (!price) throw missing("price", id, param);
  return price;
}

export function newProduct(world: World, name: string, id = `prod_${randomText(14)}`): Product {
  const at = now(world);
  const product: Product = {
    id,
    created: at,
    metadata: {},
    name,
    active: true,
    description: null,
    default_price: null,
    images: [],
    unit_label: null,
    url: null,
    tax_code: null,
    statement_descriptor: null,
    updated: at,
  };
  return world.records.products.put(id, product);
}

const PLAIN = ["description", "unit_label", "url", "tax_code", "statement_descriptor"] as const;

function fillProduct(product: Product, params: Params): void {
  product.name = text(params, "name") ?? product.name;
  product.active = flag(params, "active") ?? product.active;
  product.images = texts(params, "images") ?? product.images;
  for (const name of PLAIN) product[name] = kept(params, name, product[name]);
  product.metadata = mergedMetadata(params, product.metadata);
}

function createProduct({ world, params }: Call): Wire {
  const id = text(params, "id");
  if (id && world.records.products.get(id))
    throw invalid(`Product already exists: ${id}`, "id", "resource_already_exists");
  const product = newProduct(world, required(params, "name"), id);
  fillProduct(product, params);
  const price = group(params, "default_price_data");
  if (price) product.default_price = addPrice(world, product.id, price).id;
  const shown = showProduct(world, product);
  emit(world, "product.created", shown);
  return shown;
}

function updateProduct({ world, id, params }: Call): Wire {
  const product = productOf(world, id);
  const before = showProduct(world, product);
  const price = text(params, "default_price");
  if (price) product.default_price = priceOf(world, price, "default_price").id;
  fillProduct(product, params);
  product.updated = now(world);
  world.records.products.put(id, product);
  const after = showProduct(world, product);
  emitChange(world, "product.updated", before, after);
  return after;
}

function createPrice({ world, params }: Call): Wire {
  const made = group(params, "product_data");
  const named = text(params, "product");
  if (!made === !named)
    throw invalid("You must specify either `product` or `product_data`.", "product", "parameter_missing");
  const product = named ? productOf(world, named, "product") : newProduct(world, required(made ?? {}, "name"));
  const key = text(params, "lookup_key");
  const taken = key ? world.records.prices.find((one) => one.lookup_key === key) : undefined;
  if (taken && !flag(params, "transfer_lookup_key"))
    throw invalid(
      `A price (\`${taken.id}\`) already uses that lookup key. Setting the \`transfer_lookup_key\` parameter to true will transfer it.`,
      "lookup_key",
      "resource_already_exists",
    );
  const price = addPrice(world, product.id, params);
  if (taken) world.records.prices.put(taken.id, Object.assign(taken, { lookup_key: null }));
  return showPrice(world, price);
}

function addPrice(world: World, product: string, params: Params): Price {
  for (const name of [
    "tiers",
    "tiers_mode",
    "transform_quantity",
    "currency_options",
    "custom_unit_amount",
    "billing_scheme",
  ])
    if (name in params && params[name] !== "per_unit")
      throw invalid(`This sandbox knows no prices with ${name}.`, name);
  const amount = count(params, "unit_amount") ?? Number(params.unit_amount_decimal ?? Number.NaN);
  if (!Number.isInteger(amount))
    throw invalid("One of `unit_amount` or `unit_amount_decimal` is required.", "unit_amount", "parameter_missing");
  if (amount < 0) throw invalid("Invalid non-negative integer", "unit_amount", "parameter_invalid_integer");
  return newPrice(world, {
    product,
    unit_amount: amount,
    currency: required(params, "currency").toLowerCase(),
    lookup_key: text(params, "lookup_key") ?? null,
    nickname: text(params, "nickname") ?? null,
    recurring: recurringFrom(params),
    active: flag(params, "active") ?? true,
    tax_behavior: (text(params, "tax_behavior") ?? "unspecified") as Price["tax_behavior"],
    metadata: mergedMetadata(params),
  });
}

export function newPrice(world: World, made: Omit<Price, "id" | "created"> & { id?: string }): Price {
  const price = { id: newId("price"), created: now(world), ...made };
  world.records.prices.put(price.id, price);
  emit(world, "price.created", showPrice(world, price));
  return price;
}

function recurringFrom(params: Params): Price["recurring"] {
  const recurring = group(params, "recurring");
  if (!recurring) return null;
  if (text(recurring, "usage_type") === "metered")
    throw invalid("This sandbox knows no metered prices.", "recurring[usage_type]");
  return {
    interval: required(recurring, "interval") as Interval,
    interval_count: count(recurring, "interval_count") ?? 1,
    trial_period_days: count(recurring, "trial_period_days") ?? null,
  };
}

function listPrices(call: Call): Wire {
  const { world, params } = call;
  const keys = texts(params, "lookup_keys");
  if (keys && keys.length > 10) throw invalid("You can only look up 10 keys at a time.", "lookup_keys");
  const active = flag(params, "active");
  const product = text(params, "product");
  const currency = text(params, "currency");
  const type = text(params, "type");
  const interval = text(group(params, "recurring") ?? {}, "interval");
  const docs = world.records.prices.filter(
    (one) =>
      (!keys || keys.includes(one.lookup_key ?? "")) &&
      (active === undefined || one.active === active) &&
      (!product || one.product === product) &&
      (!currency || one.currency === currency) &&
      (!type || (type === "recurring") === (one.recurring !== null)) &&
      (!interval || one.recurring?.interval === interval),
  );
  return listOf(call, { docs, what: "price", show: (one) => showPrice(world, one) });
}

function updatePrice({ world, id, params }: Call): Wire {
  const price = priceOf(world, id);
  const before = showPrice(world, price);
  const key = text(params, "lookup_key");
  const taken = key ? world.records.prices.find((one) => one.lookup_key === key && one.id !== id) : undefined;
  if (taken && !flag(params, "transfer_lookup_key"))
    throw invalid(`A price (\`${taken.id}\`) already uses that lookup key.`, "lookup_key", "resource_already_exists");
  if (taken) world.records.prices.put(taken.id, Object.assign(taken, { lookup_key: null }));
  price.active = flag(params, "active") ?? price.active;
  price.lookup_key = kept(params, "lookup_key", price.lookup_key);
  price.nickname = kept(params, "nickname", price.nickname);
  price.tax_behavior = (text(params, "tax_behavior") ?? price.tax_behavior) as Price["tax_behavior"];
  price.metadata = mergedMetadata(params, price.metadata);
  world.records.prices.put(id, price);
  const after = showPrice(world, price);
  emitChange(world, "price.updated", before, after);
  return after;
}
