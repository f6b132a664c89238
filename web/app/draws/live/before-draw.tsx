import type { DrawAudit } from '@mare/contract/draws/draw-audit.ts';
import { countdown } from '@mare/domain/rifas/lifecycle/countdown.ts';
import { CountdownDisplay } from '../../ui/data-display/countdown-display.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { useNow } from '../../ui/use-now.ts';
import { describeRule, overdueSentence } from '../draw-labels.ts';
import { OwnCotas } from './own-cotas.tsx';

/** Before the draw: the countdown, how the numbers will be read, and the caller's cotas. */
export function BeforeDraw({ audit }: { audit: DrawAudit }) {
  const { rifa, rule } = audit;
  const now = useNow();
  const left = now === null ? null : countdown(new Date(rifa.drawDate), new Date(now));
  return (
    <>
      <section
        aria-label="Contagem até o sorteio"
        className="grid gap-4 rounded-xl bg-deep p-5 text-on-deep sm:p-8"
      >
        <LiveRegion>
          {left?.over && <p className="text-xl font-bold">{overdueSentence(audit, new Date(now!))}</p>}
        </LiveRegion>
        {!left?.over && (
          <>
            <p className="font-bold text-sun">Faltam</p>
            <CountdownDisplay label="Sorteio em" left={left} />
          </>
        )}
        <p className="text-sm text-on-deep-soft">{describeRule(rule.version, rifa.totalNumbers)}</p>
      </section>
      <OwnCotas rifa={rifa} near={null} isDrawn={false} />
    </>
  );
}
