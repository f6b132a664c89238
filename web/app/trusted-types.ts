/**
 * The only doors through which a script may enter the page once the policy demands Trusted Types: files of our own site,
 * the empty element that React makes, what a page tells search engines (JSON that is no program, and holds no markup),
 * and the very script that this text is part of. Belongs in an inline script with the page's nonce, before anything else
 * runs.
 */
export const trustedTypesScript = `if(window.trustedTypes&&!trustedTypes.defaultPolicy){let own=document.currentScript.textContent;trustedTypes.createPolicy('default',{createHTML:s=>s===''||s==='<script><\\/script>'||(s.startsWith('{"@context":"https://schema.org"')&&!s.includes('<'))?s:null,createScript:s=>s===own?s:null,createScriptURL:u=>new URL(u,document.baseURI).origin===location.origin?u:null})}`;
