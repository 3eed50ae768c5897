import type { RouteName } from '@acequia/contracts';
import { useEffect, useRef, useState } from 'react';
import { texts } from '../textos.js';
import { type Progress, downloadFile } from './api-client.js';

type Input<N extends RouteName> = Parameters<typeof downloadFile<N>>[1];

/** Shortest time between two updates of the progress, ms. */
const FRAME_MS = 150;

export interface Download<N extends RouteName> {
  download: (input: Input<N>, fileName: string) => Promise<void>;
  downloading: boolean;
  /** Null before the first rows arrive. */
  progress: Progress | null;
  cancel: () => void;
  /** The last download failed and was not cancelled. */
  failure: boolean;
}

/**
 * A download with its state and progress. Cancelling it or leaving the screen also ends the server's query. A failure is logged; the switch
 * panel shows nothing more.
 */
export function useDownload<N extends RouteName>(name: N): Download<N> {
  const [downloading, setDownloading] = useState(false);
  const [failure, setFailure] = useState(false);
  const [progress, setProgress] = useState<Progress | null>(null);
  const underWay = useRef<AbortController | null>(null);
  useEffect(() => () => underWay.current?.abort(), []);

  const download = async (input: Input<N>, fileName: string): Promise<void> => {
    const control = new AbortController();
    underWay.current = control;
    setDownloading(true);
    setFailure(false);
    let paintedAt = 0;
    const onProgress = (fresh: Progress): void => {
      const now = performance.now();
      if (now - paintedAt < FRAME_MS) return;
      paintedAt = now;
      setProgress(fresh);
    };
    try {
      await downloadFile(name, input, fileName, { signal: control.signal, onProgress });
    } catch (error) {
      if (control.signal.aborted) return;
      console.error(texts.notDownloaded, fileName, error);
      setFailure(true);
    } finally {
      setDownloading(false);
      setProgress(null);
    }
  };
  return { download, downloading, failure, progress, cancel: () => underWay.current?.abort() };
}
