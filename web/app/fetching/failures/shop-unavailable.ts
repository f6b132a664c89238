/** For a response with status 503. */
export const SHOP_UNAVAILABLE = 'A loja está fora do ar por um instante. Tente novamente daqui a pouco.';
