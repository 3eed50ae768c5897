import { useEffect, useState, type RefObject } from 'react';
import { toast } from '../../../components/toasts.js';
import { texts } from '../textos.js';

/** Shows an element in full screen, and notices when that ends, also by Escape. */
export function useWall(element: RefObject<HTMLElement | null>) {
  const [wall, setWall] = useState(false);
  useEffect(() => {
    const changed = () => setWall(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, []);
  const toggle = async () => {
    try {
      if (document.fullscreenElement) await document.exitFullscreen();
      else await element.current?.requestFullscreen();
    } catch {
      toast.attention(texts.wall.failure);
    }
  };
  return { wall, toggle: () => void toggle() };
}
