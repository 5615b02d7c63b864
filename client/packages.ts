/*
 * The packages as an entry point of the build. No page loads it: the code that it shares with `entry.tsx` becomes a
 * file of its own, and releases that keep the packages keep the hash of that file.
 */
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
// biome-ignore lint/style/noRestrictedImports: it only names the packages
import { useAnimate } from 'framer-motion/mini';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';

export const packages = [useMutation, useSuspenseQuery, useAnimate, hydrateRoot, BrowserRouter];
