import attacks from './attacks.mjs';
import domain from './domain.mjs';
import server from './server.mjs';

/** Each with its file below the root, the text to replace, which occurs once there, and its replacement. */
export const MUTANTS = [...domain, ...server, ...attacks];
