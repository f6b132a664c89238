import { Suspense } from 'react';
import { Link } from 'react-router';
import { SignedInOnly } from '../session/signed-in-only.tsx';
import { links } from '../links.ts';
import { pageMeta } from '../document/page-meta.ts';
import { lazyComponent } from '../ui/loading/lazy-component.ts';
import { ListLoading } from '../ui/loading/list-loading.tsx';

export const meta = pageMeta({
  title: 'Meus vouchers',
  description: 'Vouchers dos serviços que você ganhou.',
  index: false,
});

/** A dynamic import keeps the route's list of scripts, which every page contains, short. */
const OwnVouchers = lazyComponent(() => import('./own-vouchers.tsx'), 'now');

export default function OwnVouchersPage() {
  return (
    <main id="conteudo" className="shell py-8 sm:py-12">
      <SignedInOnly>
        <h1 className="mb-2 text-3xl">Meus vouchers</h1>
        <p className="mb-8 max-w-2xl text-ink-soft">
          Mostre o QR code ao parceiro na hora de usar o serviço. Cada voucher vale uma única vez.{' '}
          <Link to={links.checkVoucher()} className="text-link">
            Conferir o código de um voucher
          </Link>
        </p>
        <Suspense fallback={<ListLoading />}>
          <OwnVouchers />
        </Suspense>
      </SignedInOnly>
    </main>
  );
}
