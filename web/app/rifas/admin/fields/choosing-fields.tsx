import { useFormContext, useWatch } from 'react-hook-form';
import { Switch } from '../../../ui/form/checkbox.tsx';
import type { OptionFields } from './option-fields.ts';

/** Choices of buyers about their cotas. */
export function ChoosingFields() {
  const { register, control } = useFormContext<OptionFields>();
  const prizes = useWatch({ control, name: 'instantPrizes' });
  return (
    <>
      <Switch
        label="Compradores escolhem os números"
        hint={
          prizes.length > 0
            ? 'Com cotas premiadas, não: os números saem sempre ao acaso, para que ninguém escolha um premiado.'
            : 'Até 10.000 números, em uma grade; acima disso, por busca. Desligue se a autorização exigir números ao acaso.'
        }
        {...register('choosesNumbers')}
      />
      <Switch
        label="Cotas podem ser dadas de presente"
        hint="Enquanto a rifa vende. No sorteio vale quem aceitou o presente."
        {...register('allowsGifts')}
      />
    </>
  );
}
