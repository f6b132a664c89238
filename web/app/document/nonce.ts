import { createContext } from 'react';

/** Content-Security-Policy nonce during server rendering. Undefined in the browser, which hides nonces from scripts. */
export const NonceContext = createContext<string | undefined>(undefined);
