import { useVariant } from '../../experiments/use-variant.ts';
import { Icon } from '../../ui/style/icons.tsx';

/** Phrase of the visitor's A/B test variant, if any. */
export function TestedPhrase({ place }: { place: 'checkout-reassurance' | 'checkout-call' }) {
  const { phrase } = useVariant(place);
  if (!phrase) return null;
  return (
    <p className="flex items-start gap-2 rounded-md bg-sea-tint p-3 text-sm">
      <Icon name="shield" className="size-5 shrink-0 text-sea" />
      {phrase}
    </p>
  );
}
