import { formatCnpj } from '@mare/domain/rifas/legal/cnpj.ts';
import { useRootData } from '../document/root-data.ts';

/** Legal identity of the shop; renders nothing until an admin enters it. */
export function ShopIdentity() {
  const contacts = useRootData()?.site.contacts;
  if (!contacts?.organiser) return null;
  const { organiser, cnpj, address } = contacts;
  return (
    <section aria-labelledby="shop-identity-title" className="rounded-lg bg-sunken p-5">
      <h2 id="shop-identity-title" className="text-xl">
        Quem responde por esta loja
      </h2>
      <p className="mt-2 wrap-anywhere">
        <strong>{organiser}</strong>
        {cnpj && `, CNPJ ${formatCnpj(cnpj)}`}
        {address && <span className="block">{address}</span>}
      </p>
    </section>
  );
}
