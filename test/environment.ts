import { testEnvironment } from "./test-environment";

// Set before any module of the product loads: lib/core/env reads it at first use, the logger at import.
Object.assign(process.env, testEnvironment());
