import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { toast } from 'sonner';
import type { ShopSettings } from '@mare/contract/admin/settings-admin.ts';
import type { LogoKind } from '@mare/contract/site.ts';
import { logoPath } from '@mare/domain/admin/logo-path.ts';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/style/icons.tsx';

const KINDS: Record<LogoKind, { label: string; hint: string; size: string }> = {
  wide: {
    label: 'Logo largo',
    hint: 'No topo e no rodapé, nos e-mails, nos PDFs e nas imagens para compartilhar. A partir de 120 × 40 pixels.',
    size: 'max-h-12 max-w-40',
  },
  mark: {
    label: 'Símbolo quadrado',
    hint: 'Na entrada da conta e na aba do navegador; e no lugar do logo largo, se não houver um. A partir de 96 × 96 pixels.',
    size: 'max-h-16 max-w-16',
  },
};

/** The shop's logos: each is shown as soon as it is uploaded. */
export function LogoForm({ logo }: Pick<ShopSettings, 'logo'>) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <LogoField kind="wide" logo={logo} />
      <LogoField kind="mark" logo={logo} />
      <p className="text-sm text-ink-soft sm:col-span-2">
        PNG com fundo transparente fica melhor; JPG e WebP também servem. SVG não é aceito, porque pode levar
        programas. No tema escuro o logo fica sobre um fundo branco.
      </p>
    </div>
  );
}

function LogoField({ kind, logo: { version, value } }: { kind: LogoKind } & Pick<ShopSettings, 'logo'>) {
  const id = useId();
  const client = useQueryClient();
  const { settings } = queries.admin;
  const changed = {
    onSuccess: async () => {
      toast.success('Logo salvo. Atualize a página para ver no topo.');
      await client.invalidateQueries();
    },
    onError: (error: unknown) => toast.error(errorMessage(error)),
  };
  const set = useMutation(settings.setLogo.mutationOptions(changed));
  const remove = useMutation(settings.removeLogo.mutationOptions(changed));
  const { label, hint, size } = KINDS[kind];
  const shown = value[kind];
  return (
    <section aria-label={label} className="grid content-start gap-3 rounded-md border border-line p-4">
      <h3 className="font-semibold">{label}</h3>
      {shown ? (
        <div className="flex flex-wrap gap-2">
          {['bg-[#fdf8f0]', 'bg-[#06222a]'].map((background, at) => (
            <span
              key={background}
              className={`grid min-h-20 grow place-items-center rounded-md p-3 ${background}`}
            >
              <img
                src={logoPath(shown.id)}
                width={shown.width}
                height={shown.height}
                alt={at === 0 ? `${label} no tema claro` : `${label} no tema escuro`}
                className={`h-auto w-auto ${size} ${at === 0 ? '' : 'rounded-md bg-[#fff] p-0.5'}`}
              />
            </span>
          ))}
        </div>
      ) : (
        <p className="text-ink-soft">Nenhum ainda: a loja mostra o símbolo padrão e o nome.</p>
      )}
      <p className="text-sm text-ink-soft">{hint}</p>
      <div className="flex flex-wrap gap-3">
        <label
          htmlFor={id}
          className={`${buttonClass({ variant: 'outline', size: 'sm' })} cursor-pointer has-focus-visible:outline-3`}
        >
          <Icon name={set.isPending ? 'refresh' : 'plus'} className={set.isPending ? 'animate-turn' : ''} />
          {shown ? 'Trocar' : 'Enviar'}
          <input
            id={id}
            type="file"
            aria-label={`${shown ? 'Trocar' : 'Enviar'}: ${label}`}
            accept="image/png,image/jpeg,image/webp"
            className="sr-only"
            disabled={set.isPending}
            onChange={(event) => {
              const picture = event.target.files?.[0];
              if (picture) set.mutate({ kind, version, picture });
              event.target.value = '';
            }}
          />
        </label>
        {shown && (
          <Button
            variant="quiet"
            size="sm"
            loading={remove.isPending}
            aria-label={`Tirar: ${label}`}
            onClick={() => remove.mutate({ kind, version })}
          >
            Tirar
          </Button>
        )}
      </div>
    </section>
  );
}
