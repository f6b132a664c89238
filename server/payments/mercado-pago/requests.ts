/** Request bodies of the two kinds of charge: hosted checkout, and Pix on our page. */
import { isValidCpf } from '@brazilian-utils/brazilian-utils';
import type { Buyer, ChargeRequest } from '../providers/payment-provider.ts';
import { wireDateTime } from './wire.ts';

export interface ReturnUrls {
  success: string;
  pending: string;
  failure: string;
}

interface CallbackUrls {
  notificationUrl: string;
  returnUrls: ReturnUrls;
}

/** One item of quantity 1 per rifa, so that the provider's rounding cannot change the total. */
export function preferenceBody(request: ChargeRequest, urls: CallbackUrls) {
  const limit = wireDateTime(new Date(request.payableUntil));
  return {
    items: request.lines.map((line) => ({
      id: line.id,
      title: line.title,
      quantity: 1,
      currency_id: 'BRL',
      unit_price: line.amountCentavos / 100,
    })),
    payer: { ...payerName(request.buyer), email: request.buyer.email, ...payerDetails(request.buyer) },
    back_urls: urls.returnUrls,
    auto_return: 'approved',
    notification_url: urls.notificationUrl,
    external_reference: request.externalReference,
    expires: true,
    expiration_date_to: limit,
    date_of_expiration: limit,
    // Account balance cannot be excluded, so approvals by methods other than Pix are accepted.
    payment_methods: {
      excluded_payment_types: ['credit_card', 'debit_card', 'prepaid_card', 'ticket', 'atm'].map((id) => ({
        id,
      })),
      default_payment_method_id: 'pix',
      installments: 1,
    },
  };
}

export function pixBody(request: ChargeRequest, { notificationUrl }: CallbackUrls) {
  const { name, surname } = payerName(request.buyer);
  const { identification } = payerDetails(request.buyer);
  return {
    transaction_amount: request.amountCentavos / 100,
    description: request.description,
    payment_method_id: 'pix',
    payer: { email: request.buyer.email, first_name: name, last_name: surname, identification },
    external_reference: request.externalReference,
    notification_url: notificationUrl,
    date_of_expiration: wireDateTime(new Date(request.payableUntil)),
  };
}

function payerName(buyer: Buyer): { name: string; surname: string } {
  const [name = '', ...rest] = buyer.name.trim().split(/\s+/);
  return { name, surname: rest.join(' ') };
}

/** Omits invalid optional fields, for which the provider would reject the whole charge. */
function payerDetails(buyer: Buyer) {
  const cpf = buyer.cpf?.replace(/\D/g, '') ?? '';
  const phone = buyer.phone?.replace(/\D/g, '').replace(/^55(?=\d{10,11}$)/, '') ?? '';
  const cep = buyer.cep?.replace(/\D/g, '') ?? '';
  return {
    identification: isValidCpf(cpf) ? { type: 'CPF', number: cpf } : undefined,
    phone: /^\d{10,11}$/.test(phone) ? { area_code: phone.slice(0, 2), number: phone.slice(2) } : undefined,
    address: /^\d{8}$/.test(cep) ? { zip_code: cep, street_name: buyer.address } : undefined,
  };
}
