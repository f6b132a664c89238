import { createContext } from 'react';

/** The Content-Security-Policy nonce while the server renders; the browser keeps it hidden and needs none. */
export const NonceContext = createContext<string | undefined>(undefined);
