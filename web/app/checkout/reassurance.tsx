import { useVariant } from '../experiments/use-variant.ts';
import { Icon } from '../ui/icons.tsx';

/** Beside the price, for those who see this variant. */
export function Reassurance() {
  const { reassurance } = useVariant('checkout-reassurance');
  if (reassurance !== true) return null;
  return (
    <p className="flex items-start gap-2 rounded-md bg-sea-tint p-3 text-sm">
      <Icon name="shield" className="size-5 shrink-0 text-sea" />
      Seus números ficam só com você, e qualquer pessoa pode conferir o sorteio pela Loteria Federal.
    </p>
  );
}
