import { archiveRifas } from './archive-rifas.ts';

export const rifasRetention = [archiveRifas];
