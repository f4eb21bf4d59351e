//! The engine in process, over a store in memory: the same requests that travel over the socket.

mod door;
mod faults;
mod harness;
mod lineage;
mod measure;
mod passes;
mod reading;
mod repair;
mod review;
mod schedule;
mod transfer;
mod writing;
