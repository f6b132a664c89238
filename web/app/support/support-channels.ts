/** Where the support desk can be reached besides the site. */
export const SUPPORT_EMAIL = 'suporte@exemplo.com.br';

/** With country and area code, digits only. */
export const SUPPORT_WHATSAPP = '5582999990011';
