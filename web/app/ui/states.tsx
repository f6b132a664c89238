import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { classNames } from './style/class-names.ts';
import { Icon, type IconName } from './style/icons.tsx';

/** Placeholder for loading content. Set its size with a class. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('animate-shimmer rounded-md bg-line', className)} />;
}

export function Spinner({ label = 'Carregando...', className }: { label?: string; className?: string }) {
  return (
    <output
      className={classNames('grid place-items-center content-center gap-3 py-12 text-ink-soft', className)}
    >
      <svg viewBox="0 0 48 48" fill="none" aria-hidden className="size-12 animate-turn text-sea">
        <circle cx="24" cy="24" r="19" stroke="currentColor" strokeOpacity=".18" strokeWidth="5" />
        <path d="M24 5a19 19 0 0 1 19 19" stroke="currentColor" strokeWidth="5" strokeLinecap="round" />
      </svg>
      <span className="font-semibold">{label}</span>
    </output>
  );
}

interface StateProps {
  title: ReactNode;
  /** Heading level; 1 when the page shows nothing else. */
  level?: 1 | 2;
  children?: ReactNode;
  icon?: IconName;
  /** Buttons or links. */
  action?: ReactNode;
  className?: string;
}

interface LookProps extends StateProps {
  icon: IconName;
  /** Colors of the icon. */
  tint: string;
  role?: 'alert';
}

function State({ title, level = 2, children, icon, tint, action, className, role }: LookProps) {
  const Heading = `h${level}` as const;
  return (
    <div
      role={role}
      className={classNames(
        'mx-auto grid max-w-md justify-items-center gap-3 px-4 py-12 text-center',
        className,
      )}
    >
      <span className={classNames('grid size-20 place-items-center rounded-full', tint)}>
        <Icon name={icon} className="size-9" />
      </span>
      <Heading className="text-xl">{title}</Heading>
      {children && <div className="text-ink-soft">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}

export function EmptyState({ icon = 'ticket', ...props }: StateProps) {
  return <State {...props} icon={icon} tint="bg-sea-tint text-sea" />;
}

/** Error message with a retry button, whose focus `focus-after-retry.ts` follows. */
export function ErrorState({ onRetry, action, ...props }: StateProps & { onRetry?: () => unknown }) {
  return (
    <State
      {...props}
      role="alert"
      icon="alert"
      tint="bg-coral-tint text-coral-strong"
      action={
        onRetry ? (
          <>
            <RetryButton onRetry={onRetry} />
            {action}
          </>
        ) : (
          action
        )
      }
    />
  );
}

/** @param onRetry resolves once the part is loaded or has failed again */
function RetryButton({ onRetry }: { onRetry: () => unknown }) {
  const [isLoading, setLoading] = useState(false);
  const retry = () => {
    setLoading(true);
    void Promise.resolve(onRetry()).finally(() => setLoading(false));
  };
  return (
    <Button data-retry variant="secondary" icon="refresh" loading={isLoading} onClick={retry}>
      Tentar Novamente
    </Button>
  );
}

/** Error of a form or an action, in a live region. Renders nothing without children. */
export function FormError({ className, children }: { className?: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <p
      role="alert"
      className={classNames('rounded-md bg-danger-tint px-4 py-3 font-semibold text-danger', className)}
    >
      {children}
    </p>
  );
}
