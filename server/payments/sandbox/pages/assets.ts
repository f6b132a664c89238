/** Style and script of the pages, served as separate files so that a strict Content-Security-Policy allows them. */

export const CSS = `
:root { color-scheme: light dark; --sea: #00566b; --ink: #12262b; --paper: #fff; --ground: #eaf3f4; --line: #9db9bf; }
@media (prefers-color-scheme: dark) {
  :root { --sea: #7fdcf0; --ink: #e8f4f6; --paper: #10242a; --ground: #081519; --line: #3f6069; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
.banner { padding: .6rem 1rem; background: #ffd34d; color: #3a2a00; text-align: center; font-weight: 700; }
main { width: min(30rem, 100% - 1.5rem); margin: .75rem auto; padding: 1.25rem; background: var(--paper); border: 1px solid var(--line); border-radius: 1rem; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.2; }
h2 { margin: 1.5rem 0 .75rem; font-size: 1.05rem; }
.lines { list-style: none; margin: 0; padding: 0; }
.lines li, .total { display: flex; justify-content: space-between; gap: 1rem; margin: 0 0 .75rem; }
.total { padding-top: .75rem; border-top: 1px solid var(--line); font-size: 1.15rem; }
.total strong, .lines strong { white-space: nowrap; }
.qr { display: block; width: min(260px, 100%); height: auto; margin: 1rem auto; border-radius: .5rem; background: #fff; }
label { display: block; margin-bottom: .25rem; font-weight: 600; }
textarea { width: 100%; padding: .6rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--ground);
  color: var(--ink); font: .85rem/1.4 ui-monospace, monospace; resize: none; overflow-wrap: anywhere; }
.actions { display: grid; gap: .6rem; }
button, .next { width: 100%; min-height: 3rem; padding: .6rem 1rem; border-radius: .75rem; font: 600 1rem/1.2 system-ui, sans-serif; cursor: pointer; }
button.primary, .next { border: 0; background: var(--sea); color: var(--paper); }
button.plain { border: 1px solid var(--line); background: transparent; color: var(--ink); }
button:hover { filter: brightness(1.12); }
:focus-visible { outline: 3px solid var(--sea); outline-offset: 2px; }
.next { display: grid; place-items: center; text-decoration: none; }
.back { display: inline-block; padding: .75rem 0; color: var(--sea); }
`;

export const COPY_SCRIPT = `
for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = !navigator.clipboard;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).value);
    button.textContent = 'Código copiado';
  });
}
`;
