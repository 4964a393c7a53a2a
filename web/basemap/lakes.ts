/**
 * The Great Lakes. No data package of the house has them: Natural Earth's land runs through under the lakes, and the
 * Census outline of the states ends at the shore, but on the American side only. So each lake stands here as one
 * polygon, its Canadian shore by hand to about 5 km, its American side running on under the states, which are drawn
 * above it and give that shore exactly. Right for national and regional zoom, rough in a Canadian harbour.
 */
import type { Position } from '@waypost/geo/circle';

/** `longitude latitude` pairs. */
function ring(text: string): Position[] {
  const points = text
    .trim()
    .split(/\s*,\s*/)
    .map((pair): Position => {
      const [longitude = Number.NaN, latitude = Number.NaN] = pair.split(/\s+/).map(Number);
      return [longitude, latitude];
    });
  return [...points, points[0] as Position];
}

export const LAKES: readonly Position[][] = [
  // Superior: Grand Portage along the Canadian shore to Sault Ste. Marie, back through Michigan and Minnesota.
  ring(`-89.57 48.00, -89.35 48.12, -89.22 48.38, -89.05 48.52, -88.95 48.31, -88.78 48.36, -88.70 48.55, -88.45 48.78,
    -88.55 48.55, -88.30 48.62, -88.25 48.93, -87.95 48.98, -87.52 48.83, -87.10 48.77, -86.75 48.78, -86.38 48.72,
    -86.25 48.62, -85.95 48.25, -85.85 47.98, -85.30 47.93, -84.87 47.95, -84.98 47.65, -84.70 47.38, -84.62 47.20,
    -84.78 47.02, -84.45 46.93, -84.60 46.72, -84.42 46.50, -84.38 46.30, -86.00 46.20, -88.00 46.30, -89.00 46.50,
    -90.50 46.30, -92.50 46.50, -92.50 47.00, -91.50 47.50, -90.20 47.95, -89.72 48.01`),
  // Huron with the North Channel and Georgian Bay: St. Joseph Island to Sarnia, back through Michigan.
  ring(`-84.00 46.08, -83.93 46.30, -83.80 46.30, -83.55 46.25, -82.95 46.17, -82.35 46.17, -81.95 46.08, -81.50 45.97,
    -80.92 45.93, -80.62 45.76, -80.45 45.55, -80.12 45.33, -79.98 45.05, -79.83 44.86, -79.90 44.77, -80.12 44.83,
    -80.02 44.65, -80.05 44.53, -80.22 44.51, -80.45 44.57, -80.60 44.62, -80.66 44.73, -80.88 44.72, -80.94 44.58,
    -80.98 44.78, -80.95 44.97, -81.25 44.99, -81.40 45.20, -81.67 45.26, -81.55 45.02, -81.28 44.72, -81.38 44.50,
    -81.60 44.30, -81.72 43.98, -81.71 43.75, -81.75 43.32, -82.00 43.20, -82.41 42.99, -82.75 42.99, -83.30 43.50,
    -84.20 43.50, -84.20 44.50, -84.20 45.30, -84.95 45.60, -84.95 46.05, -84.30 46.10`),
  // St. Clair.
  ring(
    `-82.45 42.58, -82.42 42.37, -82.52 42.31, -82.71 42.30, -82.95 42.34, -83.00 42.45, -82.75 42.75, -82.55 42.66`,
  ),
  // Erie: Amherstburg to Fort Erie, back through New York and Ohio.
  ring(`-83.11 42.08, -83.05 42.01, -82.93 41.98, -82.74 42.03, -82.58 42.02, -82.51 41.91, -82.46 42.08, -82.10 42.22,
    -81.90 42.25, -81.60 42.50, -81.21 42.66, -80.80 42.64, -80.57 42.58, -80.05 42.55, -80.40 42.62, -80.33 42.68,
    -80.20 42.78, -79.90 42.80, -79.58 42.85, -79.25 42.87, -79.06 42.86, -78.92 42.90, -78.75 42.87, -78.70 42.50,
    -80.00 41.90, -81.50 41.20, -82.70 41.20, -83.70 41.50, -83.60 41.90, -83.25 42.10`),
  // Ontario: Niagara-on-the-Lake round the west end to Kingston, back through New York.
  ring(`-79.07 43.26, -79.25 43.22, -79.56 43.20, -79.78 43.27, -79.79 43.32, -79.66 43.44, -79.57 43.55, -79.47 43.63,
    -79.38 43.62, -79.30 43.65, -79.22 43.71, -79.07 43.80, -78.83 43.86, -78.66 43.88, -78.29 43.94, -78.16 43.95,
    -77.70 43.99, -77.53 43.98, -77.35 43.95, -77.27 43.88, -77.15 43.84, -76.87 43.94, -77.02 44.01, -76.95 44.10,
    -76.77 44.18, -76.48 44.22, -76.30 44.10, -75.90 44.00, -75.90 43.40, -77.50 43.10, -79.00 43.10, -79.02 43.25`),
  // Michigan: every shore is a state's.
  ring(
    `-88.40 41.40, -85.90 41.40, -85.60 44.00, -84.95 45.60, -84.95 46.10, -86.50 46.20, -88.20 45.20, -88.40 43.50`,
  ),
];

/** Canadian islands of the lakes, drawn as land above the water. */
export const ISLANDS: readonly Position[][] = [
  // Manitoulin
  ring(`-83.18 45.88, -82.95 45.95, -82.55 45.93, -82.30 45.99, -81.92 45.99, -81.75 45.95, -81.58 45.83, -81.72 45.68,
    -82.01 45.55, -82.50 45.68, -82.90 45.78`),
  // Cockburn
  ring(`-83.46 45.91, -83.35 46.00, -83.22 45.93, -83.35 45.85`),
  // St. Joseph
  ring(`-84.12 46.27, -83.98 46.33, -83.80 46.22, -83.78 46.12, -83.95 46.08, -84.08 46.16`),
  // St. Ignace
  ring(`-88.35 48.73, -87.92 48.70, -87.75 48.78, -87.95 48.86, -88.28 48.82`),
  // Michipicoten
  ring(`-86.00 47.75, -85.75 47.69, -85.52 47.74, -85.72 47.82`),
  // Pelee
  ring(`-82.69 41.80, -82.63 41.83, -82.62 41.74, -82.68 41.73`),
];
