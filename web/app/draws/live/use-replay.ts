import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ReplayBeat } from '@mare/domain/draws/draw-replay.ts';

const DIGIT_MS = 260;
/** Time to read the result of an attempt. */
const STEP_MS = 2_600;

interface Replay {
  /** Number of visible steps. */
  shown: number;
  /** With reduced motion, the end is shown immediately. */
  isStill: boolean;
  skip: () => void;
  again: () => void;
}

/** Plays the steps one by one. */
export function useReplay(beats: readonly ReplayBeat[]): Replay {
  const [played, setPlayed] = useState(0);
  const isStill = useSyncExternalStore(watchMotion, prefersLessMotion, () => false);
  useEffect(() => {
    if (isStill || played >= beats.length) return;
    const isStep = beats[played - 1]?.kind === 'step';
    const timer = setTimeout(() => setPlayed((count) => count + 1), isStep ? STEP_MS : DIGIT_MS);
    return () => clearTimeout(timer);
  }, [beats, played, isStill]);
  return {
    shown: isStill ? beats.length : played,
    isStill,
    skip: () => setPlayed(beats.length),
    again: () => setPlayed(0),
  };
}

const LESS_MOTION = '(prefers-reduced-motion: reduce)';

const prefersLessMotion = () => matchMedia(LESS_MOTION).matches;

function watchMotion(onChange: () => void): () => void {
  const media = matchMedia(LESS_MOTION);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}
