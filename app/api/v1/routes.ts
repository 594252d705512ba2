import type { RouteTable } from "@/lib/http/openapi";
import * as connectDatev from "./connect/datev/route";
import * as connectGocardlessRedirect from "./connect/gocardless/redirect/route";
import * as connectLexoffice from "./connect/lexoffice/route";
import * as customersApiBasedConnectionCreatePaymentCondition from "./customers/[customerId]/apiBasedConnection/createPaymentCondition/route";
import * as customersBillingContact from "./customers/[customerId]/billing-contact/route";
import * as customersCollectPaymentsDaysEarlier from "./customers/[customerId]/collectPaymentsDaysEarlier/route";
import * as customersConnectionsOne from "./customers/[customerId]/connections/[type]/route";
import * as customersContractCurrent from "./customers/[customerId]/contract/current/route";
import * as customersEInvoicesOne from "./customers/[customerId]/e-invoices/[id]/route";
import * as customersEInvoices from "./customers/[customerId]/e-invoices/route";
import * as customersOneEmailSubscription from "./customers/[customerId]/email/subscription/route";
import * as customersEmailTemplateLogo from "./customers/[customerId]/email-templates/[tab]/[language]/logo/route";
import * as customersEmailTemplatePreview from "./customers/[customerId]/email-templates/[tab]/[language]/preview/route";
import * as customersEmailTemplate from "./customers/[customerId]/email-templates/[tab]/[language]/route";
import * as customersInvoices from "./customers/[customerId]/invoices/route";
import * as customersPaymentMethod from "./customers/[customerId]/payment-method/route";
import * as customersPaymentDescription from "./customers/[customerId]/paymentDescription/route";
import * as customersPulse from "./customers/[customerId]/pulse/route";
import * as customer from "./customers/[customerId]/route";
import * as customersSevdeskConnection from "./customers/[customerId]/sevdesk/connection/route";
import * as customersSevdeskSync from "./customers/[customerId]/sevdesk/sync/route";
import * as customersStatistics from "./customers/[customerId]/statistics/route";
import * as customersStatusMatching from "./customers/[customerId]/status/matching/route";
import * as customersStatus from "./customers/[customerId]/status/route";
import * as customersStripeInvoices from "./customers/[customerId]/stripe/invoices/route";
import * as customersStripeSubscriptionCheckout from "./customers/[customerId]/stripe/subscription/checkout/route";
import * as gocardlessFlowsOne from "./gocardless/[customerId]/flows/[id]/route";
import * as gocardlessFlows from "./gocardless/[customerId]/flows/route";
import * as gocardlessPayoutsOne from "./gocardless/[customerId]/payouts/[id]/route";
import * as gocardlessPayouts from "./gocardless/[customerId]/payouts/route";
import * as gocardlessProfile from "./gocardless/[customerId]/profile/route";
import * as gocardlessFlowsOneTrigger from "./gocardless/flows/[id]/trigger/route";
import * as lexofficeCoreContactsCreateOneMandate from "./lexoffice/core/[customerId]/contacts/create/[id]/mandate/route";
import * as lexofficeCoreContactsCreateOneMandateWithoutEmail from "./lexoffice/core/[customerId]/contacts/create/[id]/mandate/without/email/route";
import * as lexofficeCoreContactsMandates from "./lexoffice/core/[customerId]/contacts/mandates/route";
import * as lexofficeCorePaymentConditionList from "./lexoffice/core/[customerId]/paymentCondition/list/route";
import * as lexofficeCoreProfile from "./lexoffice/core/[customerId]/profile/route";
import * as lexofficeCoreTransferInvoiceWithoutCheckOne from "./lexoffice/core/[customerId]/transfer/invoice/without/check/[id]/route";
import * as lexofficeCoreV2PaymentCondition from "./lexoffice/core/[customerId]/v2/paymentCondition/route";
import * as lexofficeCoreVoucherList from "./lexoffice/core/[customerId]/voucherList/route";
import * as login from "./login/route";
import * as passkeysOne from "./passkeys/[id]/route";
import * as passkeysLoginOneFinish from "./passkeys/login/[id]/finish/route";
import * as passkeysLoginStart from "./passkeys/login/start/route";
import * as passkeysRegisterOneFinish from "./passkeys/register/[userId]/finish/route";
import * as passkeysRegisterOneStart from "./passkeys/register/[userId]/start/route";
import * as registerChangePassword from "./register/change-password/route";
import * as registerCheckCompany from "./register/check-company/route";
import * as registerCheckEmail from "./register/check-email/route";
import * as registerConfirmAddress from "./register/confirm-address/route";
import * as registerCustomer from "./register/customer/route";
import * as registerForgottenPassword from "./register/forgotten-password/route";
import * as stripeCustomerBillingPortal from "./stripe/[customerId]/customer-billing-portal/route";
import * as stripeUpgradeCustomerBillingPortal from "./stripe/[customerId]/upgrade/customer-billing-portal/route";
import * as stripeUpgrade from "./stripe/[customerId]/upgrade/route";
import * as stripeSubscriptionCancelFlow from "./stripe/subscription/cancel-flow/route";
import * as stripeSubscriptionCancelFlowSummary from "./stripe/subscription/cancel-flow/summary/route";
import * as stripeSubscription from "./stripe/subscription/route";
import * as usersOneAddressLink from "./users/[userId]/address/link/route";
import * as usersOneAddress from "./users/[userId]/address/route";
import * as usersOneProofPasskey from "./users/[userId]/proof/passkey/route";
import * as usersOneProof from "./users/[userId]/proof/route";
import * as usersOne from "./users/[userId]/route";
import * as usersOneTwoFactorEnable from "./users/[userId]/two-factor/enable/route";
import * as usersOneTwoFactor from "./users/[userId]/two-factor/route";
import * as usersOneTwoFactorSetup from "./users/[userId]/two-factor/setup/route";

/**
 * Every call of the documented API by its path; `routes.test.ts` compares it with the files, so that none is missing.
 */
export const routes: RouteTable = {
  "connect/datev": connectDatev,
  "connect/gocardless/redirect": connectGocardlessRedirect,
  "connect/lexoffice": connectLexoffice,
  "customers/{customerId}": customer,
  "customers/{customerId}/apiBasedConnection/createPaymentCondition": customersApiBasedConnectionCreatePaymentCondition,
  "customers/{customerId}/collectPaymentsDaysEarlier": customersCollectPaymentsDaysEarlier,
  "customers/{customerId}/connections/{type}": customersConnectionsOne,
  "customers/{customerId}/e-invoices": customersEInvoices,
  "customers/{customerId}/e-invoices/{id}": customersEInvoicesOne,
  "customers/{customerId}/invoices": customersInvoices,
  "customers/{customerId}/paymentDescription": customersPaymentDescription,
  "customers/{customerId}/pulse": customersPulse,
  "customers/{customerId}/sevdesk/connection": customersSevdeskConnection,
  "customers/{customerId}/sevdesk/sync": customersSevdeskSync,
  "customers/{customerId}/statistics": customersStatistics,
  "customers/{customerId}/status": customersStatus,
  "customers/{customerId}/status/matching": customersStatusMatching,
  "gocardless/{customerId}/flows": gocardlessFlows,
  "gocardless/{customerId}/flows/{id}": gocardlessFlowsOne,
  "gocardless/{customerId}/payouts": gocardlessPayouts,
  "gocardless/{customerId}/payouts/{id}": gocardlessPayoutsOne,
  "gocardless/{customerId}/profile": gocardlessProfile,
  "gocardless/flows/{id}/trigger": gocardlessFlowsOneTrigger,
  "lexoffice/core/{customerId}/contacts/create/{id}/mandate": lexofficeCoreContactsCreateOneMandate,
  "lexoffice/core/{customerId}/contacts/create/{id}/mandate/without/email":
    lexofficeCoreContactsCreateOneMandateWithoutEmail,
  "lexoffice/core/{customerId}/contacts/mandates": lexofficeCoreContactsMandates,
  "lexoffice/core/{customerId}/paymentCondition/list": lexofficeCorePaymentConditionList,
  "lexoffice/core/{customerId}/profile": lexofficeCoreProfile,
  "lexoffice/core/{customerId}/transfer/invoice/without/check/{id}": lexofficeCoreTransferInvoiceWithoutCheckOne,
  "lexoffice/core/{customerId}/voucherList": lexofficeCoreVoucherList,
  "lexoffice/core/{customerId}/v2/paymentCondition": lexofficeCoreV2PaymentCondition,
  login: login,
  "register/check-email": registerCheckEmail,
  "passkeys/{id}": passkeysOne,
  "passkeys/login/{id}/finish": passkeysLoginOneFinish,
  "passkeys/login/start": passkeysLoginStart,
  "passkeys/register/{userId}/finish": passkeysRegisterOneFinish,
  "passkeys/register/{userId}/start": passkeysRegisterOneStart,
  "register/change-password": registerChangePassword,
  "register/confirm-address": registerConfirmAddress,
  "register/check-company": registerCheckCompany,
  "register/customer": registerCustomer,
  "register/forgotten-password": registerForgottenPassword,
  "users/{userId}": usersOne,
  "users/{userId}/address": usersOneAddress,
  "users/{userId}/address/link": usersOneAddressLink,
  "users/{userId}/proof": usersOneProof,
  "users/{userId}/proof/passkey": usersOneProofPasskey,
  "users/{userId}/two-factor": usersOneTwoFactor,
  "users/{userId}/two-factor/enable": usersOneTwoFactorEnable,
  "users/{userId}/two-factor/setup": usersOneTwoFactorSetup,
  "customers/{customerId}/email/subscription": customersOneEmailSubscription,
  "customers/{customerId}/contract/current": customersContractCurrent,
  "customers/{customerId}/billing-contact": customersBillingContact,
  "customers/{customerId}/payment-method": customersPaymentMethod,
  "customers/{customerId}/stripe/invoices": customersStripeInvoices,
  "customers/{customerId}/stripe/subscription/checkout": customersStripeSubscriptionCheckout,
  "stripe/{customerId}/customer-billing-portal": stripeCustomerBillingPortal,
  "stripe/{customerId}/upgrade/customer-billing-portal": stripeUpgradeCustomerBillingPortal,
  "stripe/{customerId}/upgrade": stripeUpgrade,
  "stripe/subscription": stripeSubscription,
  "stripe/subscription/cancel-flow": stripeSubscriptionCancelFlow,
  "stripe/subscription/cancel-flow/summary": stripeSubscriptionCancelFlowSummary,
  "customers/{customerId}/email-templates/{tab}/{language}": customersEmailTemplate,
  "customers/{customerId}/email-templates/{tab}/{language}/logo": customersEmailTemplateLogo,
  "customers/{customerId}/email-templates/{tab}/{language}/preview": customersEmailTemplatePreview,
};
