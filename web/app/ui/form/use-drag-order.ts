import { type CSSProperties, type PointerEvent, type RefObject, useRef, useState } from 'react';

interface Drag {
  from: number;
  to: number;
  /** Vertical movement of the pointer on the page, in pixels. */
  offset: number;
  /** Distance between two entries in pixels. */
  step: number;
}

/** In pixels on the page. */
interface Start {
  pointer: number;
  step: number;
  /** Entries of the list. */
  count: number;
}

/** The entry moves to the position that it covers by half. Entries have about equal heights. */
function dragTo({ pointer, step, count }: Start, from: number, clientY: number): Drag {
  const offset = clientY + window.scrollY - pointer;
  const to = Math.min(count - 1, Math.max(0, from + Math.round(offset / step)));
  return { from, to, offset, step };
}

/** Scrolls the page near the edge of the screen. */
const EDGE_PX = 72;
const SCROLL_PX = 14;

/**
 * Orders the entries of a list by dragging, with a mouse or a finger. The document does not change before the drop,
 * so that the pointer capture holds. Provide buttons for people who cannot drag.
 * @param list its children are the entries, one below the other
 */
export function useDragOrder<List extends HTMLElement>(
  list: RefObject<List | null>,
  onMove: (from: number, to: number) => void,
) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const start = useRef<Start | null>(null);

  const end = () => {
    start.current = null;
    setDrag(null);
  };

  /** Props of an entry's drag handle. @param index 0-based */
  const handleProps = (index: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (!list.current || !event.isPrimary || event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      const boxes = Array.from(list.current.children, (entry) => entry.getBoundingClientRect());
      const own = boxes[index]!;
      const neighbour = boxes[index + 1] ?? boxes[index - 1];
      const step = neighbour ? Math.abs(neighbour.top - own.top) : own.height;
      start.current = { pointer: event.clientY + window.scrollY, step, count: boxes.length };
      setDrag({ from: index, to: index, offset: 0, step });
    },
    onPointerMove({ clientY }: PointerEvent<HTMLElement>) {
      if (!start.current) return;
      if (clientY < EDGE_PX) window.scrollBy(0, -SCROLL_PX);
      if (clientY > window.innerHeight - EDGE_PX) window.scrollBy(0, SCROLL_PX);
      setDrag(dragTo(start.current, index, clientY));
    },
    // The drop may include a last movement.
    onPointerUp({ clientY }: PointerEvent<HTMLElement>) {
      if (!start.current) return;
      const { to } = dragTo(start.current, index, clientY);
      end();
      if (to !== index) onMove(index, to);
    },
    onPointerCancel: end,
  });

  /**
   * Position of an entry during the drag.
   * @param index 0-based
   */
  const styleOf = (index: number): CSSProperties | undefined => {
    if (!drag) return undefined;
    const { from, to, offset, step } = drag;
    if (index === from) return { transform: `translateY(${offset}px)`, zIndex: 1 };
    const shift = index > from && index <= to ? -step : index < from && index >= to ? step : 0;
    return shift === 0 ? undefined : { transform: `translateY(${shift}px)` };
  };

  return { handleProps, styleOf, dragged: drag?.from ?? null };
}
