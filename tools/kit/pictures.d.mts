export declare const PICTURES: readonly { name: string }[];
