/**
 * Default Trusted Types policy. Allows scripts from this origin, text without markup (such as escaped JSON-LD), the empty
 * script element that React creates, and the inline style sheet of the page, which React writes again when it replaces
 * the document by the root error screen. Render it in an inline script with the page's nonce, before all other scripts.
 */
export const trustedTypesScript = `if(window.trustedTypes&&!trustedTypes.defaultPolicy){trustedTypes.createPolicy('default',{createHTML:s=>!s.includes('<')||s==='<script><\\/script>'||s===document.getElementById('estilo')?.textContent?s:null,createScript:()=>null,createScriptURL:u=>new URL(u,document.baseURI).origin===location.origin?u:null})}`;
